/** What a picture is about, from the left and from the top, 0 to 1: cuts of another shape keep it in sight. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };

/** Within the picture, in hundredths. */
export const toFocalPoint = (x: number, y: number): FocalPoint => {
  const within = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 100) / 100;
  return { x: within(x), y: within(y) };
};

export const focalWords = ({ x, y }: FocalPoint): string => `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`;

const share = (whole: number, part: number, at: number): number => {
  const room = whole - part;
  return room <= 0 ? 0.5 : Math.min(Math.max((whole * at - part / 2) / room, 0), 1);
};

/** `object-position` that cuts as the picture server does: as near to the focal point as the edges let it. Shapes are width divided by height. */
export const cutPosition = (pictureShape: number, cutShape: number, { x, y }: FocalPoint): string => {
  const across = share(pictureShape, Math.min(pictureShape, cutShape), x);
  const down = share(1 / pictureShape, Math.min(1 / pictureShape, 1 / cutShape), y);
  return `${Math.round(across * 100)}% ${Math.round(down * 100)}%`;
};
