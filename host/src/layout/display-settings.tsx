import { Icon, type IconName } from '@site/shared/ui/icon';
import { useSyncExternalStore } from 'react';
import { chooseCalm, chooseTheme, readCalm, readTheme, subscribeToDisplay, type Theme } from './display-preferences.ts';
import styles from './display-settings.module.css';

const THEMES: readonly { readonly theme: Theme; readonly label: string; readonly icon: IconName }[] = [
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
  { theme: 'system', label: 'System', icon: 'system' },
];

const onServer = { theme: (): Theme => 'system', calm: () => false };

/** The theme and calm mode, both remembered on this device. Not shown where no script runs. */
export const DisplaySettings = () => {
  const current = useSyncExternalStore(subscribeToDisplay, readTheme, onServer.theme);
  const calm = useSyncExternalStore(subscribeToDisplay, readCalm, onServer.calm);
  return (
    <div className={styles.settings}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on the screen; three buttons need only a name. */}
      <div className={styles.themes} role="group" aria-label="Theme">
        {THEMES.map(({ theme, label, icon }) => (
          <button key={theme} type="button" className={styles.choice} aria-pressed={current === theme} onClick={() => chooseTheme(theme)}>
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </div>
      <button type="button" className={styles.calm} aria-pressed={calm} onClick={() => chooseCalm(!calm)}>
        <Icon name={calm ? 'check' : 'calm'} />
        Calm mode
      </button>
    </div>
  );
};
