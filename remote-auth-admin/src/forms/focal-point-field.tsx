import { Button, ButtonRow } from '@site/shared/ui/button';
import { type CSSProperties, type PointerEvent, useId, useState } from 'react';
import { CENTRE, cutPosition, type FocalPoint, focalWords, toFocalPoint } from './focal-point.ts';
import styles from './focal-point-field.module.css';

export interface FocalPointFieldProps {
  /** The whole picture, not cut. */
  readonly src: string;
  readonly alt: string;
  /** Null: nobody has said, and the picture server looks for the liveliest part. */
  readonly focal: FocalPoint | null;
  readonly onFocal: (focal: FocalPoint) => void;
  /** The picture does not come, or is none. */
  readonly onFail: () => void;
}

/** The shapes in which the site cuts pictures. */
const CUTS = [
  { name: 'Wide', shape: 16 / 9 },
  { name: 'Square', shape: 1 },
  { name: 'Tall', shape: 4 / 5 },
] as const;

const markerStyle = ({ x, y }: FocalPoint): CSSProperties & Record<'--x' | '--y', string> => ({ '--x': `${x * 100}%`, '--y': `${y * 100}%` });
const cutStyle = (pictureShape: number, shape: number, focal: FocalPoint): CSSProperties & Record<'--shape' | '--cut', string> => ({
  '--shape': String(shape),
  '--cut': cutPosition(pictureShape, shape, focal),
});

interface AxisProps {
  readonly label: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

const Axis = ({ label, value, onValue }: AxisProps) => {
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
        aria-valuetext={`${Math.round(value * 100)} %`}
        onChange={({ target }) => onValue(target.valueAsNumber)}
      />
    </div>
  );
};

/** The picture, and what of it must stay in sight when it is cut: pointed at in the picture, or set by two sliders. */
export const FocalPointField = ({ src, alt, focal, onFocal, onFail }: FocalPointFieldProps) => {
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [pictureShape, setPictureShape] = useState(1);
  const { x, y } = focal ?? CENTRE;

  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect();
    if (isOpen && box.width > 0) onFocal(toFocalPoint((clientX - box.left) / box.width, (clientY - box.top) / box.height));
  };

  return (
    <div className={styles.field}>
      <div
        className={isOpen ? styles.open : styles.frame}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointAt(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) pointAt(event);
        }}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          className={styles.picture}
          onLoad={({ currentTarget }) => setPictureShape(currentTarget.naturalWidth / currentTarget.naturalHeight || 1)}
          onError={onFail}
        />
        {isOpen && <span className={styles.marker} style={markerStyle({ x, y })} />}
      </div>
      <ButtonRow>
        <Button variant="secondary" size="small" expanded={isOpen} controls={panelId} onClick={() => setIsOpen(!isOpen)}>
          Focal point
        </Button>
        <p className={styles.state}>{focal === null ? 'Automatic' : focalWords(focal)}</p>
      </ButtonRow>
      <div id={panelId} className={styles.panel} hidden={!isOpen}>
        <p className={styles.help}>Point at what must stay in sight when the picture is cut, or set it here.</p>
        <Axis label="From the left" value={x} onValue={(value) => onFocal(toFocalPoint(value, y))} />
        <Axis label="From the top" value={y} onValue={(value) => onFocal(toFocalPoint(x, value))} />
        <ul className={styles.cuts} aria-hidden="true">
          {CUTS.map(({ name, shape }) => (
            <li key={name} className={styles.cut} style={cutStyle(pictureShape, shape, { x, y })}>
              <img src={src} alt="" className={styles.cutPicture} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};
