import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { fireEvent, render, screen } from '@testing-library/react';
import { RichTextField } from './rich-text-field.tsx';

const show = async (html = '') => {
  const onChange = jest.fn<undefined, [string]>();
  render(
    <RichTextField services={hostServicesStub()} label="Text" name="body" value={html} error={undefined} onChange={onChange}>
      {null}
    </RichTextField>,
  );
  const box = await screen.findByRole('textbox', { name: 'Text' });
  const paste = (source: string) => fireEvent.paste(box, { clipboardData: { files: [], getData: (type: string) => (type === 'text/html' ? source : '') } });
  return { box, onChange, paste };
};

describe('RichTextField', () => {
  it('STAFF-25 reports that images in pasted text were left out, and explains how to add them', async () => {
    const { box, onChange, paste } = await show();
    paste('<p>Before<img src="file:///C:/a.png"></p><p><img src="https://lh7-rt.googleusercontent.com/docsz/a">After</p>');

    expect(screen.getByRole('alert')).toHaveTextContent(
      '2 photos were left out of the pasted text, because they are not stored on this site. Save them as files, then drop them here or add them with “Photo”.',
    );
    expect(box).toHaveTextContent('BeforeAfter');
    expect(onChange).toHaveBeenLastCalledWith(expect.not.stringContaining('<img'));
    paste('<p>More text</p>');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('STAFF-25 leaves the text unchanged if only an image from another site is pasted', async () => {
    const { onChange, paste } = await show('<p>Written</p>');
    paste('<meta charset="utf-8"><img src="https://other.example/a.jpg">');

    expect(screen.getByRole('alert')).toHaveTextContent('1 photo was left out of the pasted text');
    expect(onChange).not.toHaveBeenCalled();
  });
});
