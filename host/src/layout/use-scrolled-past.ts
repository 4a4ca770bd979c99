import { useEffect, useState } from 'react';

/** Whether the page is scrolled further than so many pixels; false on the server and until the script runs. */
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
