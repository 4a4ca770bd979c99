import { type ComponentType, useEffect, useRef, useState } from 'react';

/** Slot for the footer's settings, which load when it comes into view. Without script the settings would have no effect. */
export const FooterSettingsSlot = ({ className }: { readonly className: string | undefined }) => {
  const place = useRef<HTMLDivElement>(null);
  const [Settings, setSettings] = useState<ComponentType>();
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      import(/* webpackChunkName: "footer-settings" */ './footer-settings.tsx').then((module) => setSettings(() => module.FooterSettings), console.warn);
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={className}>
      {Settings && <Settings />}
    </div>
  );
};
