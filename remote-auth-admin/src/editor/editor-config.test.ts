import { numberField } from '@site/shared/domain/content-kind';
import { postFixture } from '@site/shared/testing/fixtures';
import { postEditorConfig } from '../posts/post-editor.tsx';
import { toDraft, toValues } from './editor-config.ts';

const { content, emptyDocument } = postEditorConfig;
const config = {
  ...postEditorConfig,
  content: { ...content, fields: { ...content.fields, seatCount: numberField({ label: 'Seats', min: 0, max: 500 }) } },
  emptyDocument: { ...emptyDocument, seatCount: null },
};

describe('editor values', () => {
  it.each([
    [40, '40'],
    [0, '0'],
    [null, ''],
  ])('convert the number %p to text and back', (seatCount, text) => {
    const document = { ...postFixture(), seatCount };
    const values = toValues(config, document);

    expect(values.seatCount).toBe(text);
    expect(toDraft(config, document, values)).toMatchObject({ seatCount });
  });
});
