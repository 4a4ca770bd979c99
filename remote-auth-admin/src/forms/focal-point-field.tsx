import { Button, ButtonRow } from '@site/shared/ui/button';
import { undoIcon } from '@site/shared/ui/icon-shapes';
import { type CSSProperties, type PointerEvent, useId, useRef, useState } from 'react';
import { CENTRE, cropPosition, type FocalPoint, formatFocalPoint, toFocalPoint } from './focal-point.ts';
import styles from './focal-point-field.module.css';

interface FocalPointFieldProps {
  /** URL of the full, uncropped image. */
  readonly src: string;
  readonly alt: string;
  /** Null if the image server chooses the focal point. */
  readonly focal: FocalPoint | null;
  readonly onFocalPointChange: (focal: FocalPoint | null) => void;
  /** Called if the image cannot be loaded. */
  readonly onFail: () => void;
}

/** Aspect ratios to which the site crops images. */
const CROPS = [
  { name: 'Wide', ratio: 16 / 9 },
  { name: 'Square', ratio: 1 },
  { name: 'Tall', ratio: 4 / 5 },
] as const;

const markerStyle = ({ x, y }: FocalPoint): CSSProperties & Record<'--x' | '--y', string> => ({ '--x': `${x * 100}%`, '--y': `${y * 100}%` });
const cropStyle = (imageRatio: number, ratio: number, focal: FocalPoint): CSSProperties & Record<'--ratio' | '--crop', string> => ({
  '--ratio': String(ratio),
  '--crop': cropPosition(imageRatio, ratio, focal),
});

interface AxisProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const Axis = ({ label, value, onChange }: AxisProps) => {
  const id = useId();
  return (
    <div className={styles.axis}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min="0"
        max="1"
        step="0.01"
        className={styles.range}
        value={value}
        aria-valuetext={`${Math.round(value * 100)}%`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
};

/** Shows an image and lets the user set its focal point, by clicking the image or moving two sliders. Crops keep the focal point visible. */
export const FocalPointField = ({ src, alt, focal, onFocalPointChange, onFail }: FocalPointFieldProps) => {
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [imageRatio, setImageRatio] = useState(1);
  const toggle = useRef<HTMLButtonElement>(null);
  const { x, y } = focal ?? CENTRE;

  const chooseFocalPoint = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect();
    if (isOpen && box.width > 0) onFocalPointChange(toFocalPoint((clientX - box.left) / box.width, (clientY - box.top) / box.height));
  };

  return (
    <div className={styles.field}>
      <div
        className={isOpen ? styles.open : styles.frame}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          chooseFocalPoint(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) chooseFocalPoint(event);
        }}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          className={styles.image}
          onLoad={({ currentTarget }) => setImageRatio(currentTarget.naturalWidth / currentTarget.naturalHeight || 1)}
          onError={onFail}
        />
        {isOpen && <span className={styles.marker} style={markerStyle({ x, y })} />}
      </div>
      <ButtonRow>
        <Button ref={toggle} variant="secondary" size="small" expanded={isOpen} controls={panelId} onClick={() => setIsOpen(!isOpen)}>
          Focal point
        </Button>
        {focal !== null && (
          <Button
            variant="quiet"
            size="small"
            icon={undoIcon}
            onClick={() => {
              onFocalPointChange(null);
              toggle.current?.focus();
            }}
          >
            Reset to automatic
          </Button>
        )}
        <p className={styles.state} role="status">
          {focal === null ? 'Automatic' : formatFocalPoint(focal)}
        </p>
      </ButtonRow>
      <div id={panelId} className={styles.panel} hidden={!isOpen}>
        <p className={styles.help}>Click the part that must stay visible when the photo is cropped, or set it here.</p>
        <Axis label="From the left" value={x} onChange={(value) => onFocalPointChange(toFocalPoint(value, y))} />
        <Axis label="From the top" value={y} onChange={(value) => onFocalPointChange(toFocalPoint(x, value))} />
        <ul className={styles.crops} aria-hidden="true">
          {CROPS.map(({ name, ratio }) => (
            <li key={name} className={styles.crop} style={cropStyle(imageRatio, ratio, { x, y })}>
              <img src={src} alt="" className={styles.cropImage} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};
