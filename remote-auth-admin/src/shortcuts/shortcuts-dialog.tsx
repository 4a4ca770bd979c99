import { Button } from '@site/shared/ui/button';
import { CheckboxField } from '@site/shared/ui/field';
import { Fragment } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import type { StaffArea } from '../layout/staff-navigation.ts';
import { EDITOR_KEYS, type ShortcutLine, SINGLE_KEYS } from './shortcut-list.ts';
import styles from './shortcuts-dialog.module.css';

const KeyTable = ({ title, lines }: { readonly title: string; readonly lines: readonly ShortcutLine[] }) => (
  <section>
    <h3 className={styles.title}>{title}</h3>
    <dl className={styles.lines}>
      {lines.map(({ keys, does }) => (
        <Fragment key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key} className={styles.key}>
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
);

export interface ShortcutsDialogProps {
  readonly areas: readonly StaffArea[];
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly onClose: () => void;
}

export const ShortcutsDialog = ({ areas, isOn, onChange, onClose }: ShortcutsDialogProps) => (
  <StaffDialog title="Keyboard shortcuts" wide onClose={onClose}>
    <CheckboxField label="Use single keys" name="shortcuts" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    <div className={styles.columns}>
      <KeyTable title="Lists" lines={SINGLE_KEYS} />
      <KeyTable title="Go to" lines={areas.map(({ key, name }) => ({ keys: ['g', key], does: name }))} />
      <KeyTable title="Editors" lines={EDITOR_KEYS} />
    </div>
    <div>
      <Button onClick={onClose}>Close</Button>
    </div>
  </StaffDialog>
);
