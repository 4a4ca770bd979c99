import { drawArtwork } from './artwork.ts';

describe('sample artwork', () => {
  it('keeps a group in the middle of its width, where the sides may be cropped', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const drawing = drawArtwork({ seed: `s${seed}`, kind: 'people', width: 1000, height: 800, people: 3, groupWidthShare: 0.6 });
      const heads = [...drawing.matchAll(/translate\((\d+) \d+\) scale\(([\d.]+)\)/g)].map(([, x, scale]) => ({ x: Number(x), half: 38 * Number(scale) }));
      expect(heads).toHaveLength(3);
      for (const { x, half } of heads) {
        expect(x - half).toBeGreaterThan(200);
        expect(x + half).toBeLessThan(800);
      }
    }
  });

  it('draws a portrait on a plain ground, so that a round crop shows no crescent', () => {
    const drawing = drawArtwork({ seed: 'f10', kind: 'portrait', width: 240, height: 240 });
    expect(drawing.match(/<rect width="240" height="240"/g)).toHaveLength(1);
    expect(drawing.slice(0, drawing.indexOf('<g transform'))).not.toContain('<circle cx="120"');
  });
});
