/**
 * The /etc/profile of a Linux sandbox, with which login shells begin. A distribution's own sets PATH anew, which leads
 * past the Node and the commands that a sandbox's programs are given.
 */
export const PROFILE = `for file in /etc/profile.d/*.sh; do
  if [ -r "$file" ]; then . "$file"; fi
done
unset file
if [ -n "$PS1" ] && [ -n "$BASH" ] && [ -r /etc/bash.bashrc ]; then . /etc/bash.bashrc; fi
`;
