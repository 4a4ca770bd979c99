/** So many lines above the axis at most. */
const LINES = 4;

/** Marks of a chart's scale, from 0 to the first round number that holds the tallest column. */
export const chartScale = (tallest: number): readonly number[] => {
  const rough = Math.max(1, tallest / LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  return Array.from({ length: Math.max(1, Math.ceil(tallest / step)) + 1 }, (_, index) => index * step);
};
