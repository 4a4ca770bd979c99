import { HELP_ID } from '../../features/help/help-links.ts';
import { createLoader, type ScriptFile } from './start-script.ts';

/** The element with the page's stylesheets as JSON. The script links them when the page needs them: a browser would request those of a link. */
export const LATER_STYLES_ID = 'later-styles';

/**
 * The inline script of pages that save data. A tap on the link of a picture puts the picture into its place. The site's script is loaded by the first use of what needs it: a
 * button that only works with it, which is pressed again then, a field of a form that is sent, whose text it keeps, or a panel that is opened by keyboard, whose focus it holds. The links of pictures are
 * removed until the script has failed or React has hydrated the page (`data-alive`), because React expects its own markup. `mouseup` on an element makes it hydrate what is around that at once, so that nothing unexpected is there by then. All other links load pages from the
 * server, which leaves out what costs data.
 */
export const createDataSaverScript = (files: readonly ScriptFile[]): string =>
  `(()=>{let s=0,fail;${createLoader(files, ',s=0,e.remove(),fail()')}
const d=document,r=d.documentElement,on=(n,f)=>addEventListener(n,f,true),all=q=>[...d.querySelectorAll(q)];
const wake=b=>{if(s)return;s=1;
const j=d.getElementById('${LATER_STYLES_ID}');
for(const{href,integrity,mark}of j?JSON.parse(j.text):[]){const l=Object.assign(d.createElement('link'),{rel:'stylesheet',href,integrity,crossOrigin:''});if(mark)l.dataset.rspack=mark;l.dataset.rspackLoading='1';l.onload=l.onerror=()=>{delete l.dataset.rspackLoading};d.head.append(l)}
j?.remove();
const p=all('.picture-link,.picture-text,.film-cost').map(a=>[a.previousElementSibling,a.parentNode,a]),back=()=>{for(const[i,n,a]of p)a.shown||(i?.isConnected?i.after(a):n.append(a))};for(const[,,a]of p)a.remove();
const o=new MutationObserver(()=>{if('alive'in r.dataset){o.disconnect();setTimeout(()=>{b?.isConnected&&b.click();for(const[i]of p)i?.dispatchEvent(new Event('mouseup',{bubbles:true}));back()})}});o.observe(r,{attributes:true});
fail=()=>{o.disconnect();back()};go()};
on('click',e=>{const t=e.target,a=t.closest?.('a');
e.detail||t.closest?.('summary,[href="#${HELP_ID}"]')&&wake();
if(a&&a.classList.contains('picture-link')&&!(e.ctrlKey||e.metaKey||e.shiftKey)){e.preventDefault();const i=a.previousElementSibling,o=i.src;a.setAttribute('aria-busy','true');
i.onload=()=>{i.onload=i.onerror=null;i.alt=a.dataset.alt;i.tabIndex=-1;a===d.activeElement&&i.focus();a.shown=1;a.remove()};
i.onerror=()=>{i.onload=i.onerror=null;i.src=o;a.removeAttribute('aria-busy')};i.src=a.href}
else if(a)s&&e.stopPropagation();
else{const b=t.closest?.('button[type=button]'+('popover'in r?':not([popovertarget])':''));b&&!s&&wake(b)}});
on('focusin',e=>{e.target.closest?.('main form[method=post]')&&wake()})})()`;
