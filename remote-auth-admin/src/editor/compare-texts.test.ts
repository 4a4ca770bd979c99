import { compareTexts } from './compare-texts.ts';

describe('compareTexts', () => {
  it('NS-20 omits the middle of long passages that both texts have', () => {
    const longText = 'word '.repeat(400);
    const { before, after } = compareTexts(false, `${longText}old ${longText}`, `${longText}new ${longText}`);

    expect(before.map(({ text }) => text).join('').length).toBeLessThan(500);
    expect(before.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(['old']);
    expect(after.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(['new']);
  });
});
