#!/bin/sh
# Runs a command in a network of its own, where nothing can leave and everything that tries is seen:
# the addresses that a page must not reach are this machine's, and the default route leads to a wire that ends nowhere.
# With loopback alone Chromium believes that it is offline, and WebRTC keeps quiet.
set -e
if [ "$1" != inside ]; then
  exec unshare --user --map-root-user --net --mount --pid --fork --mount-proc --kill-child=KILL -- "$0" inside "$@"
fi
shift
ip link set lo up
for address in 169.254.169.254/32 10.0.0.5/32 93.184.216.34/32; do ip address add "$address" dev lo; done
ip link add wire type veth peer name nowhere
ip address add 192.168.77.2/24 dev wire
ip link set wire up
ip link set nowhere up
ip route add default via 192.168.77.1 dev wire
ip neighbour add 192.168.77.1 lladdr 02:00:00:00:00:01 dev wire
# Some machines have no IPv6.
if ip -6 address add fd00:ec2::254/128 dev lo nodad 2>/dev/null; then
  ip -6 address add fd77::2/64 dev wire nodad
  ip -6 route add default via fd77::1 dev wire
fi
resolv=$(mktemp)
echo 'nameserver 127.0.0.53' > "$resolv"
mount --bind "$resolv" "$(readlink -f /etc/resolv.conf)"
rm "$resolv"
exec "$@"
