import { findPerson, type HeldBackup, type PersonData, personFormSchema } from '@site/shared/contracts/privacy';
import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { ScreenHeader } from '../layout/screen-header.tsx';
import { StaffPanel } from '../layout/staff-panel.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { Backups, FoundData, type FoundPerson, Mentions } from './found-data.tsx';
import styles from './person-page.module.css';

interface Erasure {
  readonly message: string;
  readonly backups: readonly HeldBackup[];
  /** Search results from before the erasure. The texts still name the person until an editor changes them. */
  readonly data: PersonData;
}

/** Lets administrators find, export and erase all data that the site stores about a person. */
export const PersonPage = ({ services }: ScreenProps) => {
  const [found, setFound] = useState<FoundPerson | null>(null);
  const [erased, setErased] = useState<Erasure | null>(null);
  const form = useStaffForm({
    schema: personFormSchema,
    fields: ['name', 'email', 'phone'],
    send: async (person) => {
      const result = await services.http.call(findPerson, { body: person });
      return result.ok ? { ...result, value: { person, data: result.value } } : result;
    },
    onSent: (next) => {
      setErased(null);
      setFound(next);
    },
  });
  return (
    <div className={styles.page}>
      <ScreenHeader title="Personal data" lead="Answer a request from someone who wants to see or erase their data." />
      <form className={styles.panel} aria-label="Find a person" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
        <FormError>{form.message}</FormError>
        <p className={styles.muted}>Fill in one field or more. The search matches whole words of a name, with or without accents.</p>
        <div className={styles.fields}>
          <TextField label="Name" name="name" autoComplete="off" maxLength={100} error={form.getError('name')} />
          <TextField label="Email" name="email" type="email" autoComplete="off" error={form.getError('email')} />
          <TextField label="Phone" name="phone" autoComplete="off" hint="For example: 0803 123 4567" error={form.getError('phone')} />
        </div>
        <Button type="submit" busy={form.isSending}>
          Find
        </Button>
      </form>
      {erased !== null && (
        <StaffPanel title="Done">
          <p role="status">{erased.message}</p>
          {erased.data.mentions.length + erased.data.albums.length > 0 && (
            <>
              <p>These texts still name the person. Edit them, then search again: the earlier text of each is kept as a version.</p>
              <Mentions data={erased.data} />
            </>
          )}
          {erased.backups.length > 0 && (
            <>
              <p>Older backups contain the data until they expire:</p>
              <Backups backups={erased.backups} />
            </>
          )}
        </StaffPanel>
      )}
      {found !== null && (
        <FoundData
          key={JSON.stringify(found)}
          services={services}
          found={found}
          onErased={(backups, message) => {
            setFound(null);
            setErased({ backups, message, data: found.data });
          }}
        />
      )}
    </div>
  );
};
