/** @jest-environment node */
import { chooseSize, getImageExtension, getImageKey, readSrcset } from './images.ts';

const at = (transformation: string): string => `/img/upload/f_webp,q_auto,${transformation}/v1/x.jpg`;

describe('the image that all pages share', () => {
  it('has one key for all sizes', () => {
    expect(new Set([at('w_320,c_limit'), at('w_72,h_72,c_fill,g_face'), '/img/upload/v1/x.jpg'].map(getImageKey))).toEqual(new Set(['/img/upload/v1/x.jpg']));
  });

  it.each([
    [[at('w_320,c_limit'), at('w_1600,c_limit'), at('w_960,c_limit')], at('w_960,c_limit')],
    [[at('w_480,h_480,c_fill'), at('w_320,c_limit')], at('w_320,c_limit')],
    [[at('w_72,h_72,c_fill'), at('w_128,h_128,c_fill')], at('w_128,h_128,c_fill')],
    [[at('w_1600,c_limit'), at('w_1080,c_limit')], at('w_1080,c_limit')],
    [['/_mf/a/drawing.svg'], '/_mf/a/drawing.svg'],
  ])('is the largest modest size that shows the whole image: %j', (sizes, chosen) => {
    expect(chooseSize(sizes)).toBe(chosen);
  });

  it('is WebP if the URL requests it', () => {
    expect([getImageExtension(at('w_320')), getImageExtension('/_mf/a/drawing.svg')]).toEqual(['.webp', undefined]);
  });

  it('is read from URLs with commas', () => {
    expect(readSrcset(`${at('w_320,c_limit')} 320w, ${at('w_480,c_limit')} 480w`)).toEqual([at('w_320,c_limit'), at('w_480,c_limit')]);
  });

  it('is WebP if the server would choose the format', () => {
    expect(readSrcset(`${at('w_320,c_limit').replace('f_webp', 'f_auto')} 320w, /img/f_auto,x.jpg`)).toEqual([at('w_320,c_limit'), '/img/f_auto,x.jpg']);
  });
});
