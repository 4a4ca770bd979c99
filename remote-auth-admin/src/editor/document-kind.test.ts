import { numberField } from '@site/shared/domain/content-kind';
import { postFixture } from '@site/shared/testing/fixtures';
import { postDocument } from '../posts/post-editor.tsx';
import { toDraft, toValues } from './document-kind.ts';

const { content, emptyDocument } = postDocument;
const kind = {
  ...postDocument,
  content: { ...content, fields: { ...content.fields, seatCount: numberField({ label: 'Seats', min: 0, max: 500 }) } },
  emptyDocument: { ...emptyDocument, seatCount: null },
};

describe('the values of an editor', () => {
  it.each([
    [40, '40'],
    [0, '0'],
    [null, ''],
  ])('hold the number %p as its digits, and return it', (seatCount, text) => {
    const document = { ...postFixture(), seatCount };
    const values = toValues(kind, document);

    expect(values.seatCount).toBe(text);
    expect(toDraft(kind, document, values)).toMatchObject({ seatCount });
  });
});
