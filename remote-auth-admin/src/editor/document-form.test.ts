import { postEditorConfig } from '../posts/post-editor.tsx';
import { draftPost, NOW } from '../testing/editor-states.ts';
import { type Command, toDocumentForm } from './document-form.ts';
import { toValues } from './editor-config.ts';

const IMAGE = '<img src="/img/upload/v1/0123456789abcdef01234567.webp" alt=""';

const send = (command: Command, content: string) => {
  const metadata = postEditorConfig.getMetadata(draftPost);
  const values = { ...toValues(postEditorConfig, draftPost), content };
  return toDocumentForm(postEditorConfig, { values, metadata, version: metadata.version, command, isAuto: false, file: null, now: NOW });
};

describe('toDocumentForm', () => {
  it('STAFF-14 prevents publishing while an image in the text has no alt text and is not decorative', () => {
    const missingAltTextError = { ok: false, error: { content: 'Add alt text to photo 1, or mark it as decorative' } };
    expect(send('publish', `<figure>${IMAGE} /></figure><figure>${IMAGE} /></figure>`)).toEqual(missingAltTextError);
    expect(send('save', `<figure>${IMAGE} /></figure>`).ok).toBe(true);
    expect(send('publish', `<figure>${IMAGE} role="presentation" /></figure>`).ok).toBe(true);
  });
});
