/**
 * The /etc/profile of a Linux sandbox, for login shells. A distribution's own profile resets PATH, which hides the Node
 * and the commands that a sandbox provides.
 */
export const PROFILE = `for file in /etc/profile.d/*.sh; do
  if [ -r "$file" ]; then . "$file"; fi
done
unset file
if [ -n "$PS1" ] && [ -n "$BASH" ] && [ -r /etc/bash.bashrc ]; then . /etc/bash.bashrc; fi
`;
