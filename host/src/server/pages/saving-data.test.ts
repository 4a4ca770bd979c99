/** @jest-environment node */
import { isSavingData, readSwitch } from './saving-data.ts';

describe('isSavingData', () => {
  it.each([
    [{}, undefined, false],
    [{ 'save-data': 'on' }, undefined, true],
    [{ 'save-data': 'On; x=1' }, undefined, true],
    [{ 'save-data': 'off' }, undefined, false],
    [{ 'save-data': 'only' }, undefined, false],
    [{ ect: '2g' }, undefined, true],
    [{ ect: 'slow-2g' }, undefined, true],
    [{ ect: '3g' }, undefined, false],
    [{ ect: '4g' }, undefined, false],
    [{}, 'on', true],
    [{ 'save-data': 'on', ect: '2g' }, 'off', false],
    [{ 'save-data': 'on' }, 'perhaps', true],
    [{}, '', false],
  ])('headers %j, cookie %s: %s', (headers, cookie, expected) => {
    expect(isSavingData(headers, cookie)).toBe(expected);
  });
});

describe('readSwitch', () => {
  it.each([
    ['data-saver=on', 'on'],
    ['data-saver=off', 'off'],
    ['data-saver=maybe', undefined],
    ['data-saver=on&name=Sade', undefined],
    ['name=Sade', undefined],
    ['', undefined],
  ])('%s: %s', (body, expected) => {
    expect(readSwitch(body)).toBe(expected);
  });
});
