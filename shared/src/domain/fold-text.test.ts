/** @jest-environment node */
import { foldText } from './fold-text.ts';

describe('foldText', () => {
  it.each([
    ['Open MIC', 'open mic'],
    ['Ilé-Ifẹ̀', 'ile-ife'],
    ['Ƙofar Ɗan Ɓauna Ƴa', 'kofar dan bauna ya'],
    ['ﬁne', 'fine'],
    ['Line\nTWO é', 'line\ntwo e'],
    ['', ''],
  ])('folds "%s"', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});
