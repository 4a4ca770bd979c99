import { type ComponentType, useEffect, useRef, useState } from 'react';

/** Slot for the footer's settings, which load when the slot scrolls into view. The settings have no effect without script. */
export const FooterSettingsSlot = ({ className }: { readonly className: string | undefined }) => {
  const container = useRef<HTMLDivElement>(null);
  const [Settings, setSettings] = useState<ComponentType>();
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      import(/* webpackChunkName: "footer-settings" */ './footer-settings.tsx').then((module) => setSettings(() => module.FooterSettings), console.warn);
    });
    if (container.current) observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={container} className={className}>
      {Settings && <Settings />}
    </div>
  );
};
