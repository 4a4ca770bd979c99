/** @jest-environment node */
import { createFaultRecorder, type Fault } from './faults.ts';

const fault: Fault = { kind: 'server', remote: 'gallery', version: '1.0.0-a', set: 'set-1', message: 'It broke', path: '/gallery' };

const setUp = () => {
  const lines: (readonly [level: string, fields: unknown, message: string | undefined])[] = [];
  const counted: unknown[] = [];
  const time = { now: Date.UTC(2026, 0, 1) };
  const recorder = createFaultRecorder({
    log: {
      error: (fields: unknown, message?: string) => void lines.push(['error', fields, message]),
      warn: (fields: unknown, message?: string) => void lines.push(['warn', fields, message]),
    },
    metrics: { countFault: (labels) => void counted.push(labels) },
    toLoggablePath: (path) => path,
    now: () => time.now,
  });
  const pass = (ms: number): void => {
    time.now += ms;
  };
  return { ...recorder, lines, counted, pass };
};

describe('createFaultRecorder', () => {
  it('REL-08 writes one structured line with remote, version and set, and counts the fault', () => {
    const { recordFault, lines, counted } = setUp();

    recordFault(fault);

    expect(lines).toEqual([['error', fault, 'fault']]);
    expect(counted).toMatchObject([{ kind: 'server', remote: 'gallery', version: '1.0.0-a' }]);
  });

  it.each(['long-task', 'policy', 'styles'] as const)('REL-08 logs a fault of the kind %s as a warning', (kind) => {
    const { recordFault, lines } = setUp();

    recordFault({ ...fault, kind });

    expect(lines).toMatchObject([['warn', { kind }, 'fault']]);
  });

  it('REL-08 counts a repeated fault, and logs it again after ten seconds with the number of repetitions', () => {
    const { recordFault, lines, counted, pass } = setUp();

    for (let i = 0; i < 5; i += 1) recordFault(fault);
    recordFault({ ...fault, version: '1.0.0-b' });
    pass(10_000);
    recordFault(fault);

    expect(lines.map(([, fields]) => fields)).toEqual([fault, { ...fault, version: '1.0.0-b' }, { ...fault, repeated: 4 }]);
    expect(counted).toHaveLength(7);
  });

  it('REL-08 lists the faults of each version by kind in the last hour and day, with the latest messages', () => {
    const { recordFault, list, pass } = setUp();

    recordFault(fault);
    pass(2 * 3_600_000);
    recordFault(fault);
    recordFault({ ...fault, kind: 'load', message: 'Its entry is missing' });
    recordFault({ ...fault, remote: 'marketing', version: '2.0.0-c' });

    const [marketing, gallery] = list();
    expect(marketing).toMatchObject({ remote: 'marketing', version: '2.0.0-c', counts: [{ kind: 'server', lastHour: 1, lastDay: 1 }] });
    expect(gallery?.counts).toEqual([
      { kind: 'server', lastHour: 1, lastDay: 2 },
      { kind: 'load', lastHour: 1, lastDay: 1 },
    ]);
    expect(gallery?.recent).toMatchObject([
      { kind: 'load', message: 'Its entry is missing', count: 1 },
      { kind: 'server', message: 'It broke', set: 'set-1', path: '/gallery', count: 2, at: Date.UTC(2026, 0, 1, 2) },
    ]);

    pass(23 * 3_600_000);
    expect(list()[1]?.counts[0]).toEqual({ kind: 'server', lastHour: 0, lastDay: 1 });
  });

  it('REL-08 keeps only the latest 100 versions, with ten messages of 300 characters each', () => {
    const { recordFault, list } = setUp();

    for (let i = 0; i < 250; i += 1) recordFault({ ...fault, version: `1.0.0-${i}` });
    for (let i = 0; i < 30; i += 1) recordFault({ ...fault, message: `${i} ${'x'.repeat(1000)}` });

    expect(list()).toHaveLength(100);
    expect(list()[0]?.recent).toHaveLength(10);
    expect(list()[0]?.recent[0]?.message).toHaveLength(300);
  });
});
