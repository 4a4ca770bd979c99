import type { HostServices } from '@site/shared/remote/host-services';
import { SelectField, TextField } from '@site/shared/ui/field';
import { useEffect } from 'react';
import { useTopics } from '../tag-input/use-topics.ts';
import styles from './list-controls.module.css';
import type { ListFilter, ListNarrowing } from './list-definition.ts';
import type { NarrowedView } from './list-view.ts';

interface NarrowingFieldsProps {
  readonly services: Pick<HostServices, 'http'>;
  readonly narrowing: ListNarrowing;
  readonly view: NarrowedView;
  readonly onChange: (changes: Partial<NarrowedView>) => void;
}

/** Filter fields that limit a list to a category and a period. */
export const NarrowingFields = ({ services, narrowing: { topics, days }, view: { category, since, until }, onChange }: NarrowingFieldsProps) => {
  const { categories, load } = useTopics(services, topics);
  // Repeated calls to `load` have no effect.
  useEffect(load);
  const names = new Set([...(categories ?? []).map(({ text }) => text), ...(category === '' ? [] : [category])]);
  return (
    <div className={styles.narrowing}>
      <SelectField
        label="Category"
        name="category"
        options={[{ value: '', label: 'Any' }, ...[...names].filter((name) => name !== '').map((name) => ({ value: name, label: name }))]}
        value={category}
        onChange={({ target }) => onChange({ category: target.value })}
      />
      <TextField label={days[0]} name="since" type="date" max={until} value={since} onChange={({ target }) => onChange({ since: target.value })} />
      <TextField label={days[1]} name="until" type="date" min={since} value={until} onChange={({ target }) => onChange({ until: target.value })} />
    </div>
  );
};

interface KindFieldProps {
  readonly kinds: readonly ListFilter[];
  readonly kind: string;
  readonly onChange: (changes: Pick<NarrowedView, 'kind'>) => void;
}

/** Filter field that limits a list to one kind of row. */
export const KindField = ({ kinds, kind, onChange }: KindFieldProps) => (
  <div className={styles.narrowing}>
    <SelectField
      label="Kind"
      name="kind"
      options={[{ value: '', label: 'Any' }, ...kinds]}
      value={kind}
      onChange={({ target }) => onChange({ kind: target.value })}
    />
  </div>
);
