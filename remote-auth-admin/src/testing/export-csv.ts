import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Clicks "Export CSV", and returns the lines of the downloaded file. */
export const exportCsv = async (): Promise<readonly string[]> => {
  let file: Blob | undefined;
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      file = blob;
      return 'blob:export';
    },
    revokeObjectURL: () => {},
  });
  const clickSpy = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(file).toBeDefined());
  clickSpy.mockRestore();
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file ?? new Blob());
  });
  return text.trimEnd().split('\r\n');
};
