import footer from './site-footer.module.css';

/**
 * Lays out the sections below the fold after hydration, one per task. They are excluded from the first layout (`content-visibility` under `html.js`), because
 * layout is most of the work before a slow phone paints. Afterwards, this page and the following pages have their full height (`data-whole`).
 */
export const renderBelowFold = (): void => {
  const bands = [...document.querySelectorAll<HTMLElement>(`main section, .${footer.columns}`)];
  const next = (): void => {
    const band = bands.shift();
    if (band === undefined || 'whole' in document.documentElement.dataset) {
      document.documentElement.dataset.whole = '';
      return;
    }
    band.style.setProperty('content-visibility', 'visible');
    // Reading a style and then a size forces the layout of this band now, instead of all bands together in the next frame.
    void getComputedStyle(band).opacity;
    setTimeout(() => {
      void band.offsetHeight;
      setTimeout(next);
    });
  };
  const begin = (): unknown => setTimeout(next);
  // A late font would cause another layout, so first load the font for letters below the fold.
  void document.fonts.load('1em "Onest Rare"', document.getElementById('site')?.textContent ?? '').then(begin, begin);
};
