import sharp from 'sharp';

export const createImageFile = (width = 60, height = 40, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b3123f' } })
    .toFormat(format)
    .toBuffer();
