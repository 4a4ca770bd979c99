import { Icon } from '@site/shared/ui/icon';
import { checkIcon, flagIcon } from '@site/shared/ui/icon-shapes';
import { useDeferredValue, useMemo } from 'react';
import { SidePanel } from '../layout/side-panel.tsx';
import { type Check, checkDocument } from './checks.ts';
import styles from './checks-panel.module.css';
import { getEditorFields } from './editor-config.ts';
import type { Editor } from './editor-session.ts';

const getKey = ({ field, rule, place }: Check): string => `${field} ${rule} ${JSON.stringify(place)}`;

/** Lists possible improvements while the user writes. Clicking an item selects the affected text. The checks never delay typing. */
export const ChecksPanel = <Doc,>({ editor: { config, state, showPlace } }: { readonly editor: Editor<Doc> }) => {
  const values = useDeferredValue(state.values);
  const checks = useMemo(() => checkDocument(getEditorFields(config), values), [config, values]);
  return (
    <SidePanel title="Checks" aside={checks.length > 0 && <span className={styles.count}>{checks.length}</span>}>
      {checks.length === 0 ? (
        <p className={styles.good}>
          <Icon shape={checkIcon} />
          No problems found.
        </p>
      ) : (
        <ul className={styles.list} aria-label="Checks">
          {checks.map((check) => (
            <li key={getKey(check)}>
              <button type="button" className={styles.check} onClick={() => showPlace(check)}>
                {check.level === 'required' && <Icon shape={flagIcon} />}
                <span>
                  {check.message}
                  {check.level === 'required' && <span className={styles.required}>Required before publishing</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
};
