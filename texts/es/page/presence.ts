import type { Texts } from '../../page.ts';

export const presence: Texts['presence'] = {
  people: (count) => (count === 1 ? 'Hay 1 persona más aquí' : `Hay ${count} personas más aquí`),
  guest: 'Invitado',
  numbered: (name, number) => `${name} ${number}`,
  more: (count) => `${count} más`,
  follow: (name) => `Seguir a ${name}`,
  unfollow: (name) => `Dejar de seguir a ${name}`,
  nowhere: (name) => `${name} no muestra ninguna vista`,
  following: (name) => `Siguiendo a ${name}`,
  stop: 'Esc para parar',
  came: (name) => `${name} está aquí`,
  went: (name) => `${name} se ha ido`,
  hideCursor: 'No mostrar mi cursor',
};
