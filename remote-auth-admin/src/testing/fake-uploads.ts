import { act } from 'react';

/** One upload that the browser would send. */
export class FakeUpload {
  static readonly all: FakeUpload[] = [];
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  readonly headers = new Map<string, string>();
  onloadend: (() => void) | null = null;
  status = 0;
  responseText = '';
  address = '';
  isAborted = false;
  form = new FormData();

  open(method: string, address: string): void {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(form: FormData): void {
    this.form = form;
    FakeUpload.all.push(this);
  }
  abort(): void {
    this.isAborted = true;
    this.onloadend?.();
  }

  progress(loaded: number, total: number): void {
    act(() => this.upload.onprogress?.({ loaded, total }));
  }
  /** Status 0: nothing answered. */
  async answer(status: number, body: unknown = {}): Promise<void> {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    await act(async () => this.onloadend?.());
  }
}

/** Uploads of the test go nowhere: `FakeUpload.all` holds them, in the order of sending, for the test to answer. */
export const fakeUploads = (): readonly FakeUpload[] => {
  FakeUpload.all.length = 0;
  Object.assign(window, { XMLHttpRequest: FakeUpload });
  return FakeUpload.all;
};
