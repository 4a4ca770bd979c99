import { INK } from './palette.ts';
import type { Random } from './random.ts';

const whole = Math.trunc;

/** Town silhouette behind the sun. */
export const drawSkyline = (random: Random, width: number, height: number): string => {
  const base = whole(height * 0.74);
  let path = '';
  for (let x = -20; x < width; ) {
    const block = 30 + random() * 80;
    const rise = height * (0.1 + random() * 0.28);
    path += `M${whole(x)} ${base}v-${whole(rise)}h${whole(block)}V${base}Z`;
    x += block + random() * 34;
  }
  return `<path d="${path}" fill="${INK.night}" opacity=".5"/>`;
};

export const drawSun = (x: number, y: number, radius: number): string => {
  const rings = [3, 2, 1].map(
    (ring) =>
      `<circle cx="${whole(x)}" cy="${whole(y)}" r="${whole(radius * (1 + ring * 0.3))}" fill="${INK.sun}" opacity="${(0.1 * (4 - ring)).toFixed(2)}"/>`,
  );
  return `${rings.join('')}<circle cx="${whole(x)}" cy="${whole(y)}" r="${whole(radius)}" fill="${INK.sun}"/>`;
};

/** Three waves of the lagoon over the lower quarter. */
export const drawWaves = (width: number, height: number): string =>
  [INK.lagoon, INK.violet, INK.night]
    .map((color, index) => {
      const top = height * (0.72 + index * 0.09);
      let path = `M0 ${whole(top)}`;
      for (let step = 1; step <= 6; step += 1) {
        path += `Q${whole(((step - 0.5) * width) / 6)} ${whole(top + (step % 2 ? -1 : 1) * height * 0.035)} ${whole((step * width) / 6)} ${whole(top)}`;
      }
      return `<path d="${path}V${height}H0Z" fill="${color}" opacity="${0.8 + 0.1 * index}"/>`;
    })
    .join('');

/** An arcade with a gable, between trees, on a lawn: the hubs. */
export const drawCampus = (random: Random, width: number, height: number): string => {
  const base = height * 0.78;
  const arches = 5 + Math.floor(random() * 3);
  const span = width * 0.62;
  const left = (width - span) / 2;
  const top = base - height * 0.3;
  const arch = span / arches;
  let doors = '';
  for (let index = 0; index < arches; index += 1) {
    const x = left + arch * index;
    const half = arch * 0.32;
    doors += `M${whole(x + arch / 2 - half)} ${whole(base)}V${whole(top + height * 0.15)}a${whole(half)} ${whole(half)} 0 0 1 ${whole(half * 2)} 0V${whole(base)}Z`;
  }
  const middle = width / 2;
  const roof = `<path d="M${whole(left - 18)} ${whole(top)}H${whole(left + span + 18)}V${whole(top + 16)}H${whole(left - 18)}Z" fill="${INK.zobo}"/><path d="M${whole(middle - arch * 1.1)} ${whole(top)}L${whole(middle)} ${whole(top - height * 0.15)}L${whole(middle + arch * 1.1)} ${whole(top)}Z" fill="${INK.zobo}"/><circle cx="${whole(middle)}" cy="${whole(top - height * 0.05)}" r="${whole(height * 0.027)}" fill="${INK.sand}"/>`;
  const building = `<path d="M${whole(left)} ${whole(top)}H${whole(left + span)}V${whole(base)}H${whole(left)}Z" fill="${INK.sand}"/><path d="M${whole(left)} ${whole(top)}H${whole(left + span)}V${whole(base)}H${whole(left)}Z" fill="url(#comb)" opacity=".5"/><path d="${doors}" fill="${INK.night}"/>`;
  const trees = [0.07, 0.17, 0.83, 0.94]
    .map((place, index) => {
      const x = width * place;
      const crown = height * (0.1 + random() * 0.05);
      const y = base - height * (0.2 + random() * 0.12);
      return `<path d="M${whole(x)} ${whole(base + 8)}V${whole(y)}" stroke="${INK.night}" stroke-width="${whole(height * 0.022)}"/><circle cx="${whole(x)}" cy="${whole(y)}" r="${whole(crown)}" fill="${index % 2 ? INK.leaf : '#0F8562'}"/><circle cx="${whole(x)}" cy="${whole(y)}" r="${whole(crown)}" fill="url(#eleko)" opacity=".2"/>`;
    })
    .join('');
  const lawn = `<path d="M0 ${whole(base)}H${width}V${height}H0Z" fill="${INK.leaf}"/><path d="M${whole(middle - arch * 0.4)} ${whole(base)}H${whole(middle + arch * 0.4)}L${whole(middle + arch * 1.5)} ${height}H${whole(middle - arch * 1.5)}Z" fill="${INK.sand}"/><path d="M0 ${whole(height * 0.93)}Q${whole(width / 4)} ${whole(height * 0.9)} ${whole(width / 2 - arch * 1.3)} ${height}H0ZM${width} ${whole(height * 0.93)}Q${whole(width * 0.75)} ${whole(height * 0.9)} ${whole(width / 2 + arch * 1.3)} ${height}H${width}Z" fill="${INK.night}" opacity=".35"/>`;
  return `${lawn}${roof}${building}${trees}`;
};
