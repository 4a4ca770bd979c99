import { success } from '@site/shared/domain/result';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { listExport } from './list-export.tsx';

const VIEW = { search: '', filter: '', sort: '', isDescending: false, page: 1, size: 25 };
const EXPORT = { fileName: 'names.csv', columns: [['Name', ({ name }: { readonly name: string }) => name]] } as const;

const exportRows = async (selected: readonly { readonly name: string }[]): Promise<string> => {
  const files: Blob[] = [];
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const source = { loadAll: async () => success([{ name: 'Ọlá' }, { name: '=cmd' }]) };
  render(listExport(hostServicesStub(), source, EXPORT)(VIEW, selected));
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(files[0] ?? new Blob());
  });
};

afterEach(() => jest.restoreAllMocks());

describe('listExport', () => {
  it('STAFF-22 exports all matching rows, and prevents formulas', async () => {
    expect((await exportRows([])).replace('\uFEFF', '')).toBe('"Name"\r\n"Ọlá"\r\n"\'=cmd"\r\n');
  });

  it('STAFF-22 exports only the selected rows if any are selected', async () => {
    expect((await exportRows([{ name: 'Chosen' }])).replace('\uFEFF', '')).toBe('"Name"\r\n"Chosen"\r\n');
  });
});
