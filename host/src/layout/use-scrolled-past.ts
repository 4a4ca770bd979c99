import { useEffect, useState } from 'react';

/** Returns whether the page is scrolled by more than `pixels`; false on the server and until hydration. */
export const useScrolledPast = (pixels: number): boolean => {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const read = () => setIsPast(window.scrollY > pixels);
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, [pixels]);
  return isPast;
};
