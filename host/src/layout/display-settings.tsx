import type { Theme } from '@site/shared/remote/host-services';
import { Icon } from '@site/shared/ui/icon';
import { calmIcon, checkIcon, type IconShape, moonIcon, sunIcon, systemIcon } from '@site/shared/ui/icon-shapes';
import { useSyncExternalStore } from 'react';
import { chooseTheme, readCalmMode, readTheme, setCalmMode, subscribe } from './display-preferences.ts';
import styles from './display-settings.module.css';

const THEMES: readonly { readonly theme: Theme; readonly label: string; readonly icon: IconShape }[] = [
  { theme: 'light', label: 'Light', icon: sunIcon },
  { theme: 'dark', label: 'Dark', icon: moonIcon },
  { theme: 'system', label: 'System', icon: systemIcon },
];

export const DisplaySettings = () => {
  const current = useSyncExternalStore(subscribe, readTheme);
  const calm = useSyncExternalStore(subscribe, readCalmMode);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on the screen; three buttons need only a name. */}
      <div className={styles.themes} role="group" aria-label="Theme">
        {THEMES.map(({ theme, label, icon }) => (
          <button key={theme} type="button" className={styles.choice} aria-pressed={current === theme} onClick={() => chooseTheme(theme)}>
            <Icon shape={icon} />
            {label}
          </button>
        ))}
      </div>
      <button type="button" className={styles.calm} aria-pressed={calm} onClick={() => setCalmMode(!calm)}>
        <Icon shape={calm ? checkIcon : calmIcon} />
        Calm mode
      </button>
    </>
  );
};
