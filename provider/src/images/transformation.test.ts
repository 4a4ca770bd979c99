import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeTransformation, isTransformation, listSizes, parseTransformation } from './transformation.ts';

describe('parseTransformation', () => {
  it('IMG-01 IMG-02 IMG-03 reads the sizes that the pages ask for', () => {
    expect(parseTransformation(['f_webp,q_auto,w_500,h_300,c_fill'])).toEqual({ resize: { width: 500, height: 300, isRound: false }, format: 'webp' });
    expect(parseTransformation(['w_400,h_400,c_thumb,g_face,r_max'])?.resize).toEqual({ width: 400, height: 400, isRound: true });
    expect(parseTransformation(['w_1080,h_1080,c_fill', 'f_auto,q_80'])).toMatchObject({ format: 'auto' });
  });

  it.each([
    'w_1200,h_630,c_fill,f_jpg',
    'w_1280',
    'w_1600,h_1000,c_fill',
    'w_800,c_limit',
    'w_640,c_fit',
    'w_96,h_96,c_fill,g_face',
    'w_750,h_450,c_fill',
    'w_640,h_336,c_fill',
    'q_auto:eco',
    'f_auto',
  ])('allows %s', (part) => {
    expect(parseTransformation([part])).not.toBeNull();
  });

  it.each([
    'w_501',
    'w_1920',
    'h_480',
    'r_max',
    'w_320,r_max',
    'w_640,h_360',
    'w_500,h_300,c_fit',
    'w_500,h_301,c_crop',
    'w_-1',
    'w_1e3',
    'w_99999',
    'w_500,h_4000',
    'q_33',
    'f_gif',
    'f_svg',
    'w_640,f_png',
    'f_avif',
    'c_pad',
    'g_north',
    'r_20',
    'dpr_2.0',
    'w_320,w_320',
    'x_1',
    'e_art:hokusai',
  ])('rejects %s', (part) => {
    expect(parseTransformation([part])).toBeNull();
  });

  it('SEC-04 rejects chained sizes', () => {
    expect(parseTransformation(['w_640', 'w_320'])).toBeNull();
    expect(parseTransformation(['w_640', 'f_auto', 'q_auto'])).not.toBeNull();
  });

  it('normalises a transformation, however it is spelled', () => {
    const name = (...parts: string[]): string => {
      const transformation = parseTransformation(parts);
      return transformation === null ? 'rejected' : describeTransformation(transformation);
    };

    expect(name('c_fill,h_300,w_500')).toBe(name('w_500,h_300,c_fill,q_auto'));
    expect(name('w_320')).not.toBe(name('w_480'));
  });

  it('distinguishes a transformation from a version or a name', () => {
    expect(['w_500', 'f_auto,q_auto'].every(isTransformation)).toBe(true);
    expect(['v1', 'picture.jpg', 'w_500,', '', 'w_50%2f0', '..'].some(isTransformation)).toBe(false);
  });

  it("IMG-01 renders exactly the sizes that the kit's documentation lists", () => {
    const text = readFileSync(path.join(__dirname, '../../../docs/own-repository.md'), 'utf8');
    const getCells = (row: RegExp): string[] => row.exec(text)?.[1]?.split(', ') ?? [];
    const toSize = (cell: string): string => {
      const [width, height] = cell.split(' × ');
      return height === undefined ? `w_${width}` : `w_${width},h_${height}`;
    };
    const documentedSizes = [
      ...getCells(/^\| by width alone, never enlarged \| (.+) \|$/m).map(toSize),
      ...getCells(/^\| a box, filled and cropped \| (.+) \|$/m).map(toSize),
      ...getCells(/^\| round \(.+\) \| (.+) \|$/m).map((cell) => `${toSize(cell)},r_max`),
    ];

    expect(documentedSizes).toEqual(listSizes());
    expect(listSizes().filter((size) => parseTransformation([size]) === null)).toEqual([]);
  });
});
