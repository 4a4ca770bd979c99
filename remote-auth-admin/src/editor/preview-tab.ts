import { createPreviewLink } from '@site/shared/contracts/review';
import type { VersionKind } from '@site/shared/domain/kinds';
import { createDraftFragment } from '@site/shared/remote/draft-fragment';
import type { HostServices } from '@site/shared/remote/host-services';
import { getApiErrorMessage } from '../forms/api-error-message.ts';

interface PreviewedDocument {
  readonly kind: VersionKind;
  /** Null for a document that has never been saved. */
  readonly id: string | null;
  readonly draft: unknown;
}

/**
 * Opens a tab for a preview if the staff area has a separate origin, because pages of other remotes run on the preview origin, without the session. Call this
 * while handling a click, because browsers block other attempts to open a tab. The returned function shows the document in the tab.
 */
export const openPreviewTab = ({ http, notify, site }: Pick<HostServices, 'http' | 'notify' | 'site'>) => {
  const tab = window.open('', '_blank');
  return async ({ kind, id, draft }: PreviewedDocument): Promise<void> => {
    const unsavedFragment = await createDraftFragment(draft);
    const body = unsavedFragment === undefined ? {} : { draft: unsavedFragment.hash };
    const created = await http.call(createPreviewLink, { params: { kind, id: id ?? 'new' }, body, silent: true });
    if (!created.ok) {
      tab?.close();
      notify.error(getApiErrorMessage(created.error));
      return;
    }
    const address = `${site.previewUrl ?? site.siteUrl}${created.value.path}${unsavedFragment?.fragment ?? ''}`;
    // The browser blocked the tab, so use this one. Unsaved work is stored on this device.
    if (tab === null) window.location.assign(address);
    else tab.location.replace(address);
  };
};
