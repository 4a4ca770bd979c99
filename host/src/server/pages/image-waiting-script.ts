/** Browsers start a lazy image up to 2,500 px before it is in view; the first two sections of an area are about that long on a phone. */
const SECTIONS_IN_REACH = 2;

/** Characters of markup. The first response of a longer page has no room for the script: it would need a second window of a new connection. */
const LENGTH_WITH_ROOM = 62_000;

const RESPONSIVE_LAZY_IMAGE = /<img [^>]*srcSet="[^>]*loading="lazy"/;

/** Whether a browser would load an image of the page long before it is in view, and the script has room. The markup is that of the whole page, whose area begins with `<main`. */
export const loadsImagesEarly = (markup: string): boolean => {
  if (markup.length > LENGTH_WITH_ROOM) return false;
  const area = markup.slice(Math.max(0, markup.indexOf('<main')));
  const first = area.search(RESPONSIVE_LAZY_IMAGE);
  return first !== -1 && area.slice(0, first).split('</section>').length <= SECTIONS_IN_REACH + 1;
};

/**
 * The inline script that delays lazy images until they are within a quarter of a screen, or one screen after the first scroll. Browsers would request them much earlier. It
 * stays for the whole document, across navigations without a load. It sees each image as the parser or React inserts it, before the browser requests it, and puts an empty drawing of the same shape in its place, so that nothing moves. The HTML has the addresses
 * where they belong: without script, in an export and for search engines nothing waits. Printing loads every image. An image that React changes meanwhile is left to React.
 */
export const IMAGE_WAITING_SCRIPT = `(()=>{const d=document,q='img[loading=lazy]',p='data:image/svg+xml,',
watch=m=>new IntersectionObserver(a=>a.map(e=>e.isIntersecting&&show(e.target)),{rootMargin:m+'% 0px'}),
held=f=>d.querySelectorAll('img[data-src]').forEach(f),
show=i=>{const h=i.dataset,{src,srcset}=h;o.unobserve(i);delete h.src;delete h.srcset;if(!i.src.startsWith(p))return;i.loading='eager';if(srcset)i.srcset=srcset;i.src=src},
hold=i=>{const g=n=>i.getAttribute(n),s=g('src'),h=i.dataset;if(!s||s.startsWith('data:'))return;h.src=s;h.srcset=i.srcset;i.removeAttribute('srcset');
i.src=p+'<svg xmlns="http://www.w3.org/2000/svg" width="'+g('width')+'" height="'+g('height')+'"/>';o.observe(i)};
let o=watch(25);
new MutationObserver(a=>{for(const{addedNodes}of a)for(const n of addedNodes)if(n.matches){n.matches(q)&&hold(n);n.querySelectorAll(q).forEach(hold)}}).observe(d,{childList:true,subtree:true});
addEventListener('scroll',()=>{o.disconnect();o=watch(100);held(i=>o.observe(i))},{once:true,passive:true});
addEventListener('beforeprint',()=>held(show))})()`.replaceAll('\n', '');
