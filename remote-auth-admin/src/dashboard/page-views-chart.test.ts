import { getChartScale } from './page-views-chart.tsx';

describe('getChartScale', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [59, [0, 20, 40, 60]],
    [141, [0, 50, 100, 150]],
    [200, [0, 50, 100, 150, 200]],
    [12_345, [0, 5000, 10_000, 15_000]],
  ])('NS-01 returns round grid lines for a maximum of %i views', (maxViews, gridLines) => {
    expect(getChartScale(maxViews)).toEqual(gridLines);
  });
});
