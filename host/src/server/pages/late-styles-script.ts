import { PAGE_STYLES_ID } from '../../federation/page-data.ts';

/**
 * The inline script that gives up stylesheets which do not arrive, so that the page below them is shown and its script starts, which then loads them with its own time limits
 * or another version (`start.tsx`). How long they may take depends on how long the page took until here. A browser finds one after the other, because it reads no further than
 * to the first that is missing. Only another address ends a request, for which the page's `load` event would wait; the hash of the link rejects what is there.
 */
export const LATE_STYLES_SCRIPT = `setTimeout(function f(){for(const l of document.querySelectorAll('#${PAGE_STYLES_ID} link'))if(!l.sheet&&!l.title){l.title=l.href;l.href='/favicon.svg'}document.readyState==='loading'&&setTimeout(f,50)},1200+8*performance.now())`;
