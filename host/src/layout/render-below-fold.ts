import footer from './site-footer.module.css';

/**
 * Sections below the fold are excluded from the first layout (`content-visibility` under `html.js`), because layout is most of the work before a slow phone
 * paints. After hydration they are laid out, one per task. From then on (`data-whole`) this page and the following pages have their full height.
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
    // Reading a style, then a size, lays out this band now, instead of all bands together in the next frame.
    void getComputedStyle(band).opacity;
    setTimeout(() => {
      void band.offsetHeight;
      setTimeout(next);
    });
  };
  const begin = (): unknown => setTimeout(next);
  // A late font would cause another layout, so load the font for letters below the fold first.
  void document.fonts.load('1em "Onest Rare"', document.getElementById('site')?.textContent ?? '').then(begin, begin);
};
