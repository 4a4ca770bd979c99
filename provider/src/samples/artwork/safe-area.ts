/** How a page crops a drawing: the aspect ratio, and the share of the removed height that is cut off at the top (`object-position`). */
type Crop = readonly [ratio: number, fromTop: number];

const CROPS: readonly Crop[] = [
  [21 / 9, 0.9],
  [12 / 5, 0.82],
  [16 / 9, 0.8],
  [16 / 9, 1],
  [4 / 3, 0.8],
  [4 / 3, 1],
  [1, 0.8],
  [1, 1],
  [3 / 4, 0.8],
  [3 / 4, 1],
];

/**
 * Returns the crops of a drawing. Images of articles and events also appear as hero images. Other drawings are never wider than cards, and square drawings
 * remain square.
 */
export const getCrops = ({ width, height }: Size): readonly Crop[] => {
  if (width === height) return CROPS.filter(([ratio]) => ratio === 1);
  return width / height > 1.7 ? CROPS : CROPS.filter(([ratio]) => ratio <= 16 / 9);
};

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

export const getCrop = ({ width, height }: Size, [ratio, fromTop]: Crop): Box => {
  const visibleSize = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  return { ...visibleSize, left: (width - visibleSize.width) / 2, top: (height - visibleSize.height) * fromTop };
};

/** Returns the part of a drawing that is visible in every crop. Heads, buildings and objects stay inside this area; sky, sun and ground extend to the edges. */
export const getSafeArea = (size: Size): Box => {
  const crops = getCrops(size).map((crop) => getCrop(size, crop));
  const left = Math.max(...crops.map((crop) => crop.left));
  const top = Math.max(...crops.map((crop) => crop.top));
  const right = Math.min(...crops.map((crop) => crop.left + crop.width));
  const bottom = Math.min(...crops.map((crop) => crop.top + crop.height));
  return { left, top, width: right - left, height: bottom - top };
};
