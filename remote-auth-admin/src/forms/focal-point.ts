/** Position of an image's subject, 0 to 1 from the left and from the top. Crops keep it visible. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };

/** Clamps the point to the image and rounds it to hundredths. */
export const toFocalPoint = (x: number, y: number): FocalPoint => {
  const clamp = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 100) / 100;
  return { x: clamp(x), y: clamp(y) };
};

export const formatFocalPoint = ({ x, y }: FocalPoint): string => `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`;

const toFraction = (total: number, part: number, at: number): number => {
  const slack = total - part;
  return slack <= 0 ? 0.5 : Math.min(Math.max((total * at - part / 2) / slack, 0), 1);
};

/** Returns an `object-position` that crops as the image server does: as close to the focal point as the edges allow. A ratio is width divided by height. */
export const cropPosition = (imageRatio: number, cropRatio: number, { x, y }: FocalPoint): string => {
  const horizontal = toFraction(imageRatio, Math.min(imageRatio, cropRatio), x);
  const vertical = toFraction(1 / imageRatio, Math.min(1 / imageRatio, 1 / cropRatio), y);
  return `${Math.round(horizontal * 100)}% ${Math.round(vertical * 100)}%`;
};
