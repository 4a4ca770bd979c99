/** @jest-environment node */
import { isHelpBox } from './help-box.ts';

describe('isHelpBox', () => {
  it.each([
    [{ 'data-box': 'help' }, true],
    [{ 'data-box': 'note' }, false],
    [{ class: 'help' }, false],
    [{}, false],
  ])('%j', (attributes, expected) => {
    expect(isHelpBox(attributes)).toBe(expected);
  });
});
