import { INK } from './palette.ts';

/** Bounds of a background scene, with the ground at y = 0. Ground and curtains extend to the edges of the image. */
export const SCENE_BOX = { left: -200, top: -320, width: 400, height: 380 } as const;

interface BackgroundScene {
  readonly ground: string;
  readonly drawing: string;
  readonly isIndoors?: boolean;
}

const { night, indigo, violet, sun, sand, zobo, leaf, lagoon, clay, mint, white } = INK;
const BRIGHT_LEAF = '#0F8562';

const HILLS_SHAPE = `<path d="M-1200-50Q-800-170-420-60T180-80T1200-120V0H-1200Z" fill="${night}" opacity=".35"/>`;
const LAWN_SHAPE = `${HILLS_SHAPE}<path d="M-1200-14Q-600-44 0-8T1200-20V500H-1200Z" fill="${leaf}"/><path d="M-1200 66Q-500 40 0 84T1200 60V500H-1200Z" fill="${night}" opacity=".35"/>`;
const EARTH_SHAPE = `${HILLS_SHAPE}<path d="M-1200-6H1200V500H-1200Z" fill="${clay}"/><path d="M-1200 70Q-500 46 0 74T1200 66V500H-1200Z" fill="${night}" opacity=".4"/>`;
const FLOOR_SHAPE = `<path d="M-1200-6H1200V500H-1200Z" fill="${night}"/><path d="M-1200 28H1200M-1200 70H1200" stroke="${violet}" stroke-width="3"/>`;
const WATER_SHAPE = `<path d="M-1200-16q60-22 120 0${'t120 0'.repeat(19)}V500H-1200Z" fill="${lagoon}"/><path d="M-1200 50q60-22 120 0${'t120 0'.repeat(19)}V500H-1200Z" fill="${night}" opacity=".55"/>`;

const drawArch = (x: number): string => `M${x - 24} 0V-74a24 24 0 0 1 48 0V0Z`;
const drawStorey = (y: number): string => [-148, -86, -24, 38].map((x) => `M${x} ${y}v-62h40v62Z`).join('');
const parasol = (x: number, y: number, fill: string): string =>
  `<path d="M${x - 4} 0V${y}h8V0Z" fill="${night}"/><path d="M${x - 78} ${y + 26}A78 74 0 0 1 ${x + 78} ${y + 26}Z" fill="${fill}"/><path d="M${x - 26} ${y + 26}Q${x - 24} ${y - 34} ${x} ${y - 48}Q${x + 24} ${y - 34} ${x + 26} ${y + 26}Z" fill="${white}" opacity=".55"/>`;
const drawSprout = (x: number, height: number): string =>
  `<path d="M${x} 0V${-height}" stroke="${night}" stroke-width="12" stroke-linecap="round"/>${Array.from({ length: Math.round(height / 70) }, (_, index) => {
    const y = -height + index * 66;
    return `<path d="M${x} ${y + 34}Q${x - 4} ${y - 26} ${x + 54} ${y - 34}Q${x + 56} ${y + 24} ${x} ${y + 34}Z" fill="${BRIGHT_LEAF}"/><path d="M${x} ${y + 56}Q${x + 2} ${y + 4} ${x - 52} ${y - 4}Q${x - 52} ${y + 50} ${x} ${y + 56}Z" fill="${mint}"/>`;
  }).join('')}`;

export const BACKGROUND_SCENES = {
  arcade: {
    ground: LAWN_SHAPE,
    drawing: `<path d="M-190-160H190V0H-190Z" fill="${sand}"/><path d="M-190-160H190V0H-190Z" fill="url(#comb)" opacity=".5"/><path d="${[-144, -72, 0, 72, 144].map(drawArch).join('')}" fill="${night}"/><path d="M-200-176H200V-156H-200ZM-96-176L0-262L96-176Z" fill="${zobo}"/><circle cy="-206" r="20" fill="${sand}"/><path d="M-60 0H60L92 56H-92Z" fill="${sand}"/>`,
  },
  courtyard: {
    ground: EARTH_SHAPE,
    drawing: `<path d="M-20 0Q-8-90-40-150L-22-160Q0-130 4-100Q10-130 34-164L50-152Q14-90 24 0Z" fill="${night}"/><circle cx="-66" cy="-190" r="62" fill="${leaf}"/><circle cx="66" cy="-190" r="62" fill="${leaf}"/><circle cy="-228" r="84" fill="${BRIGHT_LEAF}"/><circle cy="-228" r="84" fill="url(#eleko)" opacity=".22"/><path d="M-184-84H-84V0H-184ZM84-84H184V0H84Z" fill="${zobo}"/><path d="M-184-84H-84V0H-184ZM84-84H184V0H84Z" fill="url(#comb)" opacity=".25"/><path d="M-200-78L-134-156L-68-78ZM68-78L134-156L200-78Z" fill="${sand}"/><path d="M-150 0V-40a16 16 0 0 1 32 0V0ZM118 0V-40a16 16 0 0 1 32 0V0Z" fill="${night}"/><path d="M-52 8H52V20H-52ZM-42 20H-32V48H-42ZM32 20H42V48H32Z" fill="${violet}"/>`,
  },
  block: {
    ground: LAWN_SHAPE,
    drawing: `<path d="M-170-290H170V0H-170Z" fill="${sand}"/><path d="${drawStorey(-200)}${drawStorey(-104)}${drawStorey(-4)}" fill="${indigo}"/><path d="M104-306H164V0H104Z" fill="${clay}"/><path d="M104-306H164V0H104Z" fill="url(#comb)" opacity=".25"/><path d="M122-270H146V-230H122ZM122-174H146V-134H122ZM122-78H146V0H122Z" fill="${sun}"/><path d="M-186-306H186V-284H-186Z" fill="${zobo}"/><path d="M-182-200H104V-172H-182ZM-182-104H104V-76H-182Z" fill="${violet}"/><path d="M-182-200H104V-172H-182ZM-182-104H104V-76H-182Z" fill="url(#comb)" opacity=".5"/><path d="M-182-206H104V-196H-182ZM-182-110H104V-100H-182Z" fill="${night}"/>`,
  },
  stilts: {
    ground: WATER_SHAPE,
    drawing: `<path d="M-150-80V36M-76-80V46M0-80V40M76-80V46M150-80V36" stroke="${night}" stroke-width="14"/><path d="M-144-204H144V-84H-144Z" fill="${sand}"/><path d="M-144-204H144V-84H-144Z" fill="url(#oniko)" opacity=".4"/><path d="M-186-200L-96-296H96L186-200Z" fill="${zobo}"/><path d="M-186-200L-96-296H96L186-200Z" fill="url(#comb)" opacity=".2"/><path d="M-26-84V-172H26V-84ZM-112-172H-62V-124H-112ZM62-172H112V-124H62Z" fill="${indigo}"/><path d="M-200-86H200V-68H-200Z" fill="${night}"/><path d="M30 6H198Q180 52 114 52Q48 52 30 6Z" fill="${clay}"/><path d="M30 6H198L192 20H38Z" fill="${sun}"/>`,
  },
  classroom: {
    ground: FLOOR_SHAPE,
    isIndoors: true,
    drawing: `<path d="M-176-316H176V-116H-176Z" fill="${clay}"/><path d="M-162-302H162V-130H-162Z" fill="${leaf}"/><g fill="none" stroke="${white}" stroke-width="8" stroke-linecap="round"><path d="M-132-262H-30M-132-226H-62M-132-190H-46"/><path d="M44-190A46 46 0 0 1 136-190Z" stroke="${sun}"/><path d="M90-264V-252M38-240L46-232M142-240L134-232" stroke="${sun}"/></g><path d="M-190-66H-74V-52H-190ZM-58-66H58V-52H-58ZM74-66H190V-52H74Z" fill="${sun}"/><path d="M-176-52V0M-88-52V0M-44-52V0M44-52V0M88-52V0M176-52V0" stroke="${sand}" stroke-width="8"/><path d="M-160-66V-84H-108V-66ZM-24-66V-92H36V-66ZM98-66V-80H148V-66Z" fill="${zobo}"/>`,
  },
  stage: {
    ground: `<path d="M-1200-900H1200V-336q-30 44-60 0${'t-60 0'.repeat(39)}Z" fill="${zobo}"/><path d="M-1200-6H1200V500H-1200Z" fill="${clay}"/><path d="M-1200 26H1200M-1200 70H1200" stroke="${night}" stroke-width="3"/>`,
    isIndoors: true,
    drawing: `<path d="M-24-320H24L190 0H-190Z" fill="${sun}" opacity=".28"/><ellipse cy="10" rx="180" ry="26" fill="${sun}" opacity=".55"/><path d="M-6-150H6V8H-6ZM-44 8H44V20H-44Z" fill="${night}"/><rect x="-30" y="-250" width="60" height="104" rx="30" fill="${violet}"/><rect x="-30" y="-250" width="60" height="104" rx="30" fill="url(#oniko)" opacity=".4"/><path d="M-30-204H30V-192H-30Z" fill="${sand}"/><path d="M86-74H166V-60H86ZM98-60H108V14H98ZM144-60H154V14H144Z" fill="${night}"/><path d="M-170-84H-96V14H-170Z" fill="${indigo}"/><circle cx="-133" cy="-52" r="16" fill="${sand}"/><circle cx="-133" cy="-12" r="22" fill="${sand}"/>`,
  },
  stalls: {
    ground: EARTH_SHAPE,
    drawing: `${parasol(0, -250, zobo)}${parasol(-120, -190, violet)}${parasol(120, -190, sun)}<path d="M-194-74H194V0H-194Z" fill="${sand}"/><path d="M-194-74H194V0H-194Z" fill="url(#eleko)" opacity=".5"/><path d="M-200-84H200V-68H-200Z" fill="${night}"/><path d="M-160-84a30 30 0 0 1 60 0ZM-40-84a40 34 0 0 1 80 0ZM100-84a30 30 0 0 1 60 0Z" fill="${lagoon}"/><path d="M-148-108a18 18 0 0 1 36 0ZM-20-114a20 20 0 0 1 40 0ZM112-108a18 18 0 0 1 36 0Z" fill="${zobo}"/>`,
  },
  garden: {
    ground: EARTH_SHAPE,
    drawing: `<g>${drawSprout(-138, 90)}${drawSprout(-40, 170)}${drawSprout(76, 270)}</g><path d="M-196 0Q-138-34-80 0ZM-98 0Q-40-34 18 0ZM18 0Q76-34 134 0Z" fill="${night}"/><path d="M132-72H184V0H132Z" fill="${lagoon}"/><path d="M132-72H184V0H132Z" fill="url(#comb)" opacity=".3"/><path d="M136-72Q158-132 180-72" fill="none" stroke="${lagoon}" stroke-width="9"/><path d="M134-14L112-56" stroke="${lagoon}" stroke-width="12" stroke-linecap="round"/>`,
  },
  pitch: {
    ground: `${LAWN_SHAPE}<path d="M-1200 20H1200" stroke="${white}" stroke-width="8"/>`,
    drawing: `<path d="M-172-190V0M-128-190V0M-86-190V0M-43-190V0M0-190V0M43-190V0M86-190V0M128-190V0M172-190V0M-180-150H180M-180-112H180M-180-74H180M-180-36H180" stroke="${white}" stroke-width="3" opacity=".6"/><path d="M-186 6V-204H186V6" fill="none" stroke="${white}" stroke-width="14"/><circle cx="54" cy="-2" r="44" fill="${white}"/><path d="M54-20L72-7L65 14H43L36-7ZM20-30L34-40L44-36L30-18ZM78-38L88-30L92-14L78-20ZM20 14L32 16L42 36L30 34ZM88 14L76 18L68 38L80 32Z" fill="${night}"/>`,
  },
  road: {
    ground: `<path d="M-1200-40Q-700-150-240-60T520-80T1200-50V500H-1200Z" fill="${leaf}"/><path d="M-1200 30Q-600-10 0 40T1200 20V500H-1200Z" fill="${night}" opacity=".35"/>`,
    drawing: `<path d="M-14-66Q60-40-20-8T-70 60H84Q70 26 60-8T14-66Z" fill="${sand}"/><path d="M-8-310H10V0H-8Z" fill="${night}"/><path d="M-18-296H134L170-262L134-228H-18Z" fill="${zobo}"/><path d="M-18-296H134L170-262L134-228H-18Z" fill="url(#eleko)" opacity=".25"/><path d="M20-210H-126L-164-178L-126-146H20Z" fill="${sand}"/><path d="M-18-130H98L128-102L98-74H-18Z" fill="${sun}"/>`,
  },
} as const satisfies Readonly<Record<string, BackgroundScene>>;
export type BackgroundSceneName = keyof typeof BACKGROUND_SCENES;

export const getBackgroundScene = (name: BackgroundSceneName): BackgroundScene => BACKGROUND_SCENES[name];
