/** @jest-environment node */
import { createMetrics } from './metrics.ts';

describe('the gauges of the host', () => {
  it('OPS-06 show only the current readings, without lines for labels that have disappeared', async () => {
    const metrics = createMetrics();
    let versions = ['1', '2'];
    metrics.addGauge('host_version', 'Versions that are served.', ['version'], () => versions.map((version) => ({ labels: { version }, value: 1 })));
    const listLines = async () => (await metrics.getText()).split('\n').filter((line) => line.startsWith('host_version'));

    expect(await listLines()).toEqual(['host_version{version="1"} 1', 'host_version{version="2"} 1']);
    versions = ['2', '3'];
    expect(await listLines()).toEqual(['host_version{version="2"} 1', 'host_version{version="3"} 1']);
  });
});
