import { toCsv } from './csv.ts';

describe('toCsv', () => {
  it('marks the file as UTF-8, quotes every cell and ends every line', () => {
    expect(
      toCsv([
        ['Name', 'Text'],
        ['Ṣadé', 'a "b", c\nd'],
      ]),
    ).toBe('\uFEFF"Name","Text"\r\n"Ṣadé","a ""b"", c\nd"\r\n');
  });

  it.each(['=1+1', '+2348031234567', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠SUM(A1)', ' =1', '\u3000＝1'])(
    'SEC-33 prevents spreadsheets from running %j as a formula',
    (text) => {
      expect(toCsv([[text]])).toBe(`\uFEFF"'${text}"\r\n`);
    },
  );
});
