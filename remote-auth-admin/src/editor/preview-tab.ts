import { createPreviewLink } from '@site/shared/contracts/review';
import type { VersionKind } from '@site/shared/domain/kinds';
import { createDraftFragment } from '@site/shared/remote/draft-fragment';
import type { HostServices } from '@site/shared/remote/host-services';
import { getApiErrorMessage } from '../forms/api-error-message.ts';

interface PreviewedDocument {
  readonly kind: VersionKind;
  /** Null for one that has never been saved. */
  readonly id: string | null;
  readonly draft: unknown;
}

/**
 * Opens a tab for a preview where staff have an origin of their own: pages of other parts run at another one, without the session. To be called while a click is handled, as
 * browsers let nothing else open a tab. The function that it returns shows the document there.
 */
export const openPreviewTab = ({ http, notify, site }: Pick<HostServices, 'http' | 'notify' | 'site'>) => {
  const tab = window.open('', '_blank');
  return async ({ kind, id, draft }: PreviewedDocument): Promise<void> => {
    const unsaved = await createDraftFragment(draft);
    const body = unsaved === undefined ? {} : { draft: unsaved.hash };
    const created = await http.call(createPreviewLink, { params: { kind, id: id ?? 'new' }, body, silent: true });
    if (!created.ok) {
      tab?.close();
      notify.error(getApiErrorMessage(created.error));
      return;
    }
    const address = `${site.previewUrl ?? site.siteUrl}${created.value.path}${unsaved?.fragment ?? ''}`;
    // Blocked: what is unsaved is stored on this device.
    if (tab === null) window.location.assign(address);
    else tab.location.replace(address);
  };
};
