import { getLibraryImage, type ImageUse } from '@site/shared/contracts/media';
import { withdrawImage } from '@site/shared/contracts/writing';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { describeUse, formatUses } from './library-image.ts';
import styles from './media-dialog.module.css';

interface WithdrawPhotoProps {
  readonly services: Pick<HostServices, 'http' | 'notify'>;
  readonly imageId: string;
  readonly onDone: () => void;
  readonly onError: (message: string) => void;
}

/** Lets editors remove a photo after a person in it has withdrawn consent. First shows where the photo is used. */
export const WithdrawPhoto = ({ services: { http, notify }, imageId, onDone, onError }: WithdrawPhotoProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  /** Null until the uses are loaded. */
  const [uses, setUses] = useState<{ readonly list: readonly ImageUse[]; readonly count: number } | null>(null);

  const open = async (): Promise<void> => {
    setIsOpen(true);
    const image = await http.call(getLibraryImage, { params: { id: imageId }, silent: true });
    if (image.ok) setUses({ list: image.value.uses, count: image.value.useCount });
  };
  const withdraw = async (): Promise<void> => {
    setIsBusy(true);
    const withdrawal = await http.call(withdrawImage, { params: { id: imageId } });
    setIsBusy(false);
    setIsOpen(false);
    if (!withdrawal.ok) return onError(getApiErrorMessage(withdrawal.error));
    notify.success('Photo removed everywhere');
    onDone();
  };

  return (
    <>
      <Button variant="quiet" onClick={() => void open()}>
        Withdraw consent and remove photo
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Remove this photo everywhere?"
          confirmLabel="Remove permanently"
          busy={isBusy}
          onConfirm={() => void withdraw()}
          onClose={() => setIsOpen(false)}
        >
          <div className={styles.uses}>
            <p>
              Someone in this photo has withdrawn consent. Within seconds it will be removed from the whole site, in every size, and from copies, earlier
              versions and unsaved work. Posts, events and programs that show it stay, without the photo. The photo cannot be restored.
            </p>
            {uses !== null && <p>{`${formatUses(uses.count)}${uses.count === 0 ? '' : ' now'}.`}</p>}
            {uses !== null && uses.list.length > 0 && (
              <ul className={styles.list}>
                {uses.list.map((use) => (
                  <li key={`${use.kind} ${use._id} ${use.as}`}>{`${use.title || 'Untitled'} (${describeUse(use)})`}</li>
                ))}
              </ul>
            )}
          </div>
        </ConfirmDialog>
      )}
    </>
  );
};
