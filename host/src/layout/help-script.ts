import { EXIT_URL } from './site-links.ts';

/** URL fragment that opens the helplines, without script through `:target`. */
export const HELP_ID = 'help';
/** URL fragment that closes the helplines. No element has this id, so the page does not scroll. */
export const HELP_CLOSED = 'closed';

/** Title of the tab after a quick exit, until the page at `EXIT_URL` loads. */
const EXIT_TITLE = 'Weather';

/**
 * The quick exit (NS-02). The script is at the start of every page's head, before the title, and the page's Content-Security-Policy contains its hash. Every
 * byte delays the first paint, so code that only the open panels need is in the site's script (`panels.ts`).
 *
 * The link to `EXIT_URL`, or three presses of Shift with pauses of at most 1.5 s, hides the page immediately and stops it from loading. The saved pages and the
 * unsent form input on the device (`draft`) are deleted at once. They are deleted again when the page ends, because a pending submission may store its form
 * again.
 *
 * The tab remembers the exit. If "Back" or a reload opens a page of the site in this tab, or "Back" restores a page from memory, the script hides and replaces
 * that page too. The device also remembers the exit, because Firefox loads another site in another process and the tab loses its `sessionStorage`. Both marks
 * are cleared when a page is opened anew, but only after the first frame, because opening the storages would delay the page.
 *
 * The worker deletes the saved pages, because this page may end before it has listed them. The page deletes them too, for pages that no worker controls, for
 * example after a forced reload.
 */
export const HELP_SCRIPT = `(()=>{const d=document,u=${JSON.stringify(EXIT_URL)},on=(n,f)=>addEventListener(n,f,1);let n=0,t=0;
const wipe=()=>{try{delete localStorage.draft;sessionStorage.clear();localStorage.left=sessionStorage.left=1}catch{}try{navigator.serviceWorker.controller?.postMessage(0);caches.keys().then(k=>k.map(n=>caches.delete(n)))}catch{}},
leave=()=>{d.documentElement.style.display='none';d.title=${JSON.stringify(EXIT_TITLE)};stop();wipe();on('pagehide',wipe);location.replace(u)},
back=()=>{try{if(sessionStorage.left||localStorage.left)leave()}catch{}};
if(performance.navigation?.type)back();else requestAnimationFrame(()=>setTimeout(()=>{try{delete localStorage.left;delete sessionStorage.left}catch{}}));
on('pageshow',e=>{if(e.persisted)back()});
on('click',e=>{if(e.target.closest?.('a')?.href===u){e.preventDefault();leave()}});
on('keydown',e=>{if(e.key!=='Shift')n=0;else if(!e.repeat){n=e.timeStamp-t>1500?1:n+1;t=e.timeStamp;if(n===3)leave()}})})()`.replaceAll('\n', '');
