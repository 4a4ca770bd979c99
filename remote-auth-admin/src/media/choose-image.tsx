import type { LibraryImage } from '@site/shared/contracts/media';
import type { HttpClient } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { imageIcon } from '@site/shared/ui/icon-shapes';
import { type ComponentProps, useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import type { ChooseImageDialog } from './choose-image-dialog.tsx';
import { loadChoices } from './library-choices.ts';

type OpenDialog = Pick<ComponentProps<typeof ChooseImageDialog>, 'first'> & { readonly Dialog: typeof ChooseImageDialog };

interface ChooseImageProps {
  readonly http: HttpClient;
  readonly onChoose: (image: LibraryImage) => void;
}

/** Button that opens a dialog with the media library's images. Loads the dialog on the first click. */
export const ChooseImageButton = ({ http, onChoose }: ChooseImageProps) => {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState('');

  const load = async (): Promise<void> => {
    setIsLoading(true);
    setError('');
    const [chunk, first] = await Promise.all([
      import(/* webpackChunkName: "choose-image" */ './choose-image-dialog.tsx').catch(() => null),
      loadChoices(http, { search: '', offset: 0 }),
    ]);
    setIsLoading(false);
    if (chunk === null) setError('The media library could not be loaded. Check your connection and try again.');
    else if (first.ok) setOpen({ Dialog: chunk.ChooseImageDialog, first: first.value });
    else setError(getApiErrorMessage(first.error));
  };

  return (
    <div>
      <FormError>{error}</FormError>
      <Button variant="secondary" size="small" icon={imageIcon} busy={isLoading} onClick={() => void load()}>
        Choose from the media library
      </Button>
      {open !== null && (
        <open.Dialog
          http={http}
          first={open.first}
          onChoose={(image) => {
            setOpen(null);
            onChoose(image);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
};
