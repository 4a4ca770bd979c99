import footer from './site-footer.module.css';

/**
 * Sections below the fold are excluded from the first layout (`content-visibility` under `html.js`), because layout is most of the work before a slow phone paints.
 * After hydration they are laid out, one per task. From then on (`data-whole`) the page has its full height, and so have the pages that follow.
 */
export const layOutBands = (): void => {
  const bands = [...document.querySelectorAll<HTMLElement>(`main section, .${footer.columns}`)];
  const next = (): void => {
    const band = bands.shift();
    if (band === undefined || 'whole' in document.documentElement.dataset) {
      document.documentElement.dataset.whole = '';
      return;
    }
    band.style.setProperty('content-visibility', 'visible');
    // Reading a style, then a size, does the work of this band now, instead of that of all bands together in the next frame.
    void getComputedStyle(band).opacity;
    setTimeout(() => {
      void band.offsetHeight;
      setTimeout(next);
    });
  };
  const begin = (): unknown => setTimeout(next);
  // What a font arrives for is laid out again: those that letters below the fold need come first.
  void document.fonts.load('1em "Onest Rare"', document.getElementById('site')?.textContent ?? '').then(begin, begin);
};
