/**
 * Bands below the first view are left out of the first layout (`content-visibility`), which takes a slow phone most of the time before it paints; without script they are not (`html.js`).
 * Once the page is alive they are laid out one task at a time; from then on the page has its true length, and so have the pages that follow.
 */
export const layOutBands = (): void => {
  const bands = [...document.querySelectorAll<HTMLElement>('main section, footer')];
  const next = (): void => {
    const band = bands.shift();
    if (band === undefined) {
      document.documentElement.dataset.whole = '';
      return;
    }
    band.style.setProperty('content-visibility', 'visible');
    // Reading a size makes the browser lay out here and now, and not all bands together in the next frame.
    void band.offsetHeight;
    setTimeout(next);
  };
  setTimeout(next);
};
