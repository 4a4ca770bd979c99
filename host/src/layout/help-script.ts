import { EXIT_URL } from './site-links.ts';

/** The fragment of the helplines: a link to it opens them, without script by `:target`. */
export const HELP_ID = 'help';
/** No element has this id: a link to it closes the helplines and scrolls nowhere. */
export const HELP_CLOSED = 'closed';

/** The title of a page that was left, until that of `EXIT_URL` arrives. */
const EXIT_TITLE = 'Weather';

/**
 * The quick exit (NS-02). It stands at the head of every page, before the title; its hash is in the page's Content-Security-Policy. Every byte of it delays the first paint,
 * so what the open panels need waits for the site's script (`panels.ts`).
 *
 * The link to `EXIT_URL`, or three presses of Shift with pauses of at most 1.5 s. The page is hidden at once and stops loading. What was entered into a form and kept on the device (`draft`) and the saved pages are deleted, and again when
 * the page ends: what could not be sent meanwhile would be kept again. The tab remembers that it was left: when "Back" or a reload loads a page of the site in it, or "Back" takes one from memory, that is hidden too and replaced. So does the device, because Firefox loads another site
 * in another process, and the tab forgets what its `sessionStorage` held. Both forget it when a page is opened anew, after its first frame: a browser opens the
 * storages for it, and the page would wait.
 *
 * The worker deletes the saved pages: this page may end before the list of them has come. It does so itself where no worker controls it, as after a forced reload.
 */
export const HELP_SCRIPT = `(()=>{const d=document,u=${JSON.stringify(EXIT_URL)},on=(n,f)=>addEventListener(n,f,1);let n=0,t=0;
const wipe=()=>{try{delete localStorage.draft;sessionStorage.clear();localStorage.left=sessionStorage.left=1}catch{}try{navigator.serviceWorker.controller?.postMessage(0);caches.keys().then(k=>k.map(n=>caches.delete(n)))}catch{}},
leave=()=>{d.documentElement.style.display='none';d.title=${JSON.stringify(EXIT_TITLE)};stop();wipe();on('pagehide',wipe);location.replace(u)},
back=()=>{try{if(sessionStorage.left||localStorage.left)leave()}catch{}};
if(performance.navigation?.type)back();else requestAnimationFrame(()=>setTimeout(()=>{try{delete localStorage.left;delete sessionStorage.left}catch{}}));
on('pageshow',e=>{if(e.persisted)back()});
on('click',e=>{if(e.target.closest?.('a')?.href===u){e.preventDefault();leave()}});
on('keydown',e=>{if(e.key!=='Shift')n=0;else if(!e.repeat){n=e.timeStamp-t>1500?1:n+1;t=e.timeStamp;if(n===3)leave()}})})()`.replaceAll('\n', '');
