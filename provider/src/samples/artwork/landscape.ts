import { INK } from './palette.ts';
import type { Random } from './random.ts';

const truncate = Math.trunc;

export const drawSkyline = (random: Random, width: number, height: number): string => {
  const base = truncate(height * 0.74);
  let path = '';
  for (let x = -20; x < width; ) {
    const blockWidth = 30 + random() * 80;
    const blockHeight = height * (0.1 + random() * 0.28);
    path += `M${truncate(x)} ${base}v-${truncate(blockHeight)}h${truncate(blockWidth)}V${base}Z`;
    x += blockWidth + random() * 34;
  }
  return `<path d="${path}" fill="${INK.night}" opacity=".5"/>`;
};

export const drawSun = (x: number, y: number, radius: number): string => {
  const rings = [3, 2, 1].map(
    (ring) =>
      `<circle cx="${truncate(x)}" cy="${truncate(y)}" r="${truncate(radius * (1 + ring * 0.3))}" fill="${INK.sun}" opacity="${(0.1 * (4 - ring)).toFixed(2)}"/>`,
  );
  return `${rings.join('')}<circle cx="${truncate(x)}" cy="${truncate(y)}" r="${truncate(radius)}" fill="${INK.sun}"/>`;
};

export const drawWaves = (width: number, height: number): string =>
  [INK.lagoon, INK.violet, INK.night]
    .map((color, index) => {
      const top = height * (0.72 + index * 0.09);
      let path = `M0 ${truncate(top)}`;
      for (let step = 1; step <= 6; step += 1) {
        path += `Q${truncate(((step - 0.5) * width) / 6)} ${truncate(top + (step % 2 ? -1 : 1) * height * 0.035)} ${truncate((step * width) / 6)} ${truncate(top)}`;
      }
      return `<path d="${path}V${height}H0Z" fill="${color}" opacity="${0.8 + 0.1 * index}"/>`;
    })
    .join('');
