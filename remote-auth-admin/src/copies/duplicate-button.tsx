import { copyDocument } from '@site/shared/contracts/copy';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { HostServices } from '@site/shared/remote/host-services';
import { useNavigate } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { copyIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';

interface DuplicateButtonProps {
  readonly services: Pick<HostServices, 'http' | 'notify'>;
  readonly kind: VersionKind;
  readonly id: string;
  readonly listPath: string;
  /** Whether the screen has unsaved changes, which the copy would not contain. */
  readonly isUnsaved: boolean;
}

/** Copies the saved document into a draft and opens the draft. */
export const DuplicateButton = ({ services: { http, notify }, kind, id, listPath, isUnsaved }: DuplicateButtonProps) => {
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const duplicate = async () => {
    setIsBusy(true);
    const copied = await http.call(copyDocument, { params: { kind, id } });
    setIsBusy(false);
    if (!copied.ok) return notify.error(getApiErrorMessage(copied.error));
    notify.success(isUnsaved ? 'Duplicated as a draft, without your unsaved changes' : 'Duplicated as a draft');
    await navigate(`${listPath}/${copied.value._id}`);
  };
  return (
    <Button variant="quiet" icon={copyIcon} busy={isBusy} onClick={() => void duplicate()}>
      Duplicate
    </Button>
  );
};
